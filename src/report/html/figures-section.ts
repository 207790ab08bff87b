import { type AccountFigures, type CountFigure, notCounted } from '../view/figures.ts';
import { gaugeKey } from './gauge.ts';
import { type Html, html } from './html.ts';

/** What each account can spend a day and how many campaigns count against its limit, a row for each currency. */
export function figuresSection<Spending, Figures extends AccountFigures<Spending>>(
  accounts: readonly Figures[],
  { spending, campaigns, key }: FigureCells<Spending, Figures>,
): Html {
  if (accounts.length === 0) return html``;
  return html`<section aria-labelledby="budget-title"><h2 id="budget-title">Spending and limits</h2>
<table class="cards rows" aria-label="What can be spent a day, and how many campaigns count against the limit, by account">
<thead><tr><th scope="col">Account</th><th scope="col">Spending a day</th><th scope="col">Campaigns</th></tr></thead>
<tbody>${accounts.flatMap(accountRows)}</tbody></table>
${gaugeKey(key)}</section>`;

  function accountRows(figures: Figures): readonly Html[] {
    const cells = figures.spending.map((each) => filledCell('Spending a day', spending(each, figures)));
    return (cells.length === 0 ? [quietCell('Spending a day', figures.noSpending)] : cells).map(
      (cell, index) =>
        html`<tr><th scope="row"><code>${figures.account}</code></th>${cell}${index === 0 ? campaignsCell(figures) : html`<td class="blank"></td>`}</tr>`,
    );
  }

  function campaignsCell(figures: Figures): Html {
    return figures.campaigns === null
      ? quietCell('Campaigns', notCounted)
      : filledCell('Campaigns', campaigns(figures.campaigns, figures));
  }
}

/** What stands in the cells, and what the parts of the bars mean. */
interface FigureCells<Spending, Figures> {
  readonly spending: (spending: Spending, figures: Figures) => Html;
  readonly campaigns: (figure: CountFigure, figures: Figures) => Html;
  readonly key: Parameters<typeof gaugeKey>[0];
}

function filledCell(label: string, content: Html): Html {
  return html`<td class="number" data-label="${label}">${content}</td>`;
}

function quietCell(label: string, words: string): Html {
  return html`<td class="quiet" data-label="${label}">${words}</td>`;
}
