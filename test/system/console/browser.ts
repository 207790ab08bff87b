import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const packages = join(import.meta.dirname, '../../../node_modules');

/** Starts a browser: the one that an npm package carries, or Chrome where that package has none for the machine. */
export async function openBrowser(): Promise<Browser> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return await chromium.launch({ channel: 'chrome' });
  const folder = await unpacked();
  return await chromium.launch({
    executablePath: join(folder, 'chromium'),
    // It often runs as root here, in containers and pipelines, where its own sandbox cannot.
    args: ['--no-sandbox', '--disable-gpu'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  });
}

/** The folder with the unpacked browser, its libraries and fonts; made once, in one step, beside the packages. */
async function unpacked(): Promise<string> {
  const home = dirname(dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))));
  const cache = join(packages, '.cache/adsync');
  const folder = join(cache, 'chromium-147');
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(`${folder}-`);
  await unpackInto(making, join(home, 'bin'));
  writeFileSync(
    join(making, 'fonts/fonts.conf'),
    `<fontconfig><dir>${join(folder, 'fonts/fonts')}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>\n`,
  );
  try {
    renameSync(making, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
    rmSync(making, { recursive: true });
  }
  return folder;
}

/** The package unpacks into the folder for temporary files, and only there. */
async function unpackInto(folder: string, packed: string): Promise<void> {
  const { TMPDIR: before } = process.env;
  process.env['TMPDIR'] = folder;
  try {
    await Promise.all(
      ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'].map((part) => inflate(join(packed, part))),
    );
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
