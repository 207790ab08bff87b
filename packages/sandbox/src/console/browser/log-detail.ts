import type { ErrorsBody, LogEntry, ToldError } from './answers.ts';
import { make } from './elements.ts';
import { readAnswer } from './read-answer.ts';

/** Whether a request was answered with an error, or got no answer by a fault. */
export function isFailed({ status, fault }: LogEntry): boolean {
  return status === null ? fault !== null : status >= 400;
}

/** The status of a request, coloured. */
export function statusOf(entry: LogEntry): HTMLElement {
  const { status, fault } = entry;
  if (status === null) return make('span', { class: 'warn' }, fault === 'hold' ? 'held' : 'no answer');
  return make('span', { class: isFailed(entry) ? 'bad' : 'good' }, String(status));
}

/** The elements that show a request in full: its outcome, its errors, its query and both bodies. */
export function detailOf(entry: LogEntry): readonly HTMLElement[] {
  const { method, path, query, request_body: requestBody, response_body: responseBody } = entry;
  const errors = errorsIn(responseBody ?? '');
  const items = errors.map(errorItem);
  const queryLines = Object.entries(query).map(([name, value]) => `${name} = ${value}`);
  return [
    make('p', {}, make('strong', {}, method), ' ', make('code', {}, path), ' → ', statusOf(entry)),
    make('p', { class: 'note' }, outcomeOf(entry)),
    ...(items.length === 0 ? [] : [make('h3', {}, 'Errors'), make('ul', { class: 'errors' }, ...items)]),
    ...section('Query', queryLines.join('\n')),
    ...section('Request body', pretty(requestBody ?? null)),
    ...section('Response body', pretty(responseBody ?? null)),
  ];
}

function outcomeOf({ at, effect_applied: isApplied, operations, fault }: LogEntry): string {
  return [
    at,
    isApplied ? 'carried out' : 'not carried out',
    ...(operations > 1 ? [`${operations} operations`] : []),
    ...(fault === null ? [] : [`fault ${fault}`]),
  ].join(', ');
}

function section(title: string, text: string): readonly HTMLElement[] {
  return [make('h3', {}, title), make('pre', { tabindex: 0 }, text === '' ? '(empty)' : text)];
}

function pretty(text: string | null): string {
  if (text === null) return 'no longer kept';
  try {
    return JSON.stringify(readAnswer<unknown>(text), null, 2);
  } catch {
    return text;
  }
}

function errorsIn(text: string): readonly ToldError[] {
  try {
    const body = readAnswer<ErrorsBody>(text);
    const ofOperations = (body.operation_errors ?? []).flatMap((list, at) =>
      list.map((error) => ({ ...error, at })),
    );
    const ofRequest: readonly ToldError[] = Array.isArray(body.errors) ? body.errors : [];
    return [...ofRequest, ...ofOperations];
  } catch {
    return [];
  }
}

function errorItem({ code, title, message, detail, at }: ToldError): HTMLElement {
  const where = at === undefined ? '' : `operation ${at}: `;
  return make('li', {}, make('code', {}, String(code ?? title ?? '')), ` ${where}${message ?? detail ?? ''}`);
}
