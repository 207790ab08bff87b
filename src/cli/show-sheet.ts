import { pageWidth } from '../report/layout.ts';
import { type Sheet, sheetText } from '../report/sheet.ts';
import { type Context, print } from './context.ts';
import type { RecordFormat } from './report-formats.ts';

/** Writes records to standard output; on a terminal a table is broken where it ends. */
export async function showSheet(context: Context, sheet: Sheet, format: RecordFormat): Promise<void> {
  const { stdout } = context.io;
  const text = await sheetText(sheet, format, pageWidth(stdout));
  if (format === 'table') print(context, text);
  else stdout.write(text);
}
