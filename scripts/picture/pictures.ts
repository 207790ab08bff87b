import { onStage, type Stage } from './stage.ts';
import { terminalSvg } from './terminal-svg.ts';

interface Picture {
  /** The name of the file in `docs/images`. */
  readonly file: string;
  readonly title: string;
  readonly columns: number;
  readonly play: (stage: Stage) => Promise<readonly string[]>;
}

/** The pictures of the documentation that show a terminal. */
export const pictures: readonly Picture[] = [
  {
    file: 'plan.svg',
    title: 'A plan in a terminal, as adsync shows it',
    columns: 110,
    play: async (stage) => {
      await stage.declare('before.yaml');
      await stage.show('apply', '--yes');
      await stage.change('Sale spring 2026', { total_budget_amount_local_micro: 1_400_000_000 });
      await stage.declare('after.yaml');
      return stage.show('plan');
    },
  },
  {
    file: 'first-day.svg',
    title: 'The first day: signing in, looking around, importing an account, and a plan without changes',
    columns: 110,
    play: async (stage) => {
      const lines = [...(await stage.signIn())];
      for (const line of [['accounts'], ['import', '18ce54d4x5t'], ['plan']])
        lines.push('', ...(await stage.show(...line)));
      return lines;
    },
  },
  { file: 'plan-equal-80.svg', title: 'A plan of 16 equal changes, 80 columns', columns: 80, play: equal },
  { file: 'plan-equal-200.svg', title: 'The same plan, 200 columns', columns: 200, play: equal },
  {
    file: 'drift.svg',
    title: 'A campaign that somebody paused, and one whose budget somebody raised',
    columns: 100,
    play: async (stage) => {
      await stage.declare('before.yaml');
      await stage.show('apply', '--yes');
      await stage.change('Newsletter', { entity_status: 'PAUSED' });
      await stage.change('Autumn leftovers', { daily_budget_amount_local_micro: 30_000_000 });
      return stage.show('drift');
    },
  },
  {
    file: 'stop.svg',
    title: 'Everything paused, what plan says meanwhile, and everything switched on again',
    columns: 110,
    play: async (stage) => {
      await stage.declare('before.yaml');
      await stage.show('apply', '--yes');
      const stopped = await stage.show('stop', '--yes', '--reason', 'the price is wrong');
      const planned = await stage.show('plan');
      return [...stopped, '', ...planned, '', ...(await stage.show('resume', '--yes'))];
    },
  },
  {
    file: 'mistakes.svg',
    title: 'Mistakes in a document, each at its place',
    columns: 80,
    play: async (stage) => {
      await stage.declare('mistakes.yaml');
      return stage.show('validate');
    },
  },
];

async function equal(stage: Stage): Promise<readonly string[]> {
  await stage.declare('equal-before.yaml');
  await stage.show('apply', '--yes');
  await stage.declare('equal-after.yaml');
  return stage.show('plan');
}

/** A picture as SVG, of what the real commands write to a terminal. */
export async function drawn({ title, columns, play }: Picture): Promise<string> {
  return terminalSvg(title, await onStage(columns, play));
}
