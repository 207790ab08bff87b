import process from 'node:process';
import type { Io } from './io.ts';

/**
 * Opens an address in the browser of whoever sits at this machine; `false` where nobody does, such as over SSH and in a
 * pipeline, or where no browser can be started. A browser that starts and shows nothing is not noticed.
 */
export async function openInBrowser(address: string, env: Io['env']): Promise<boolean> {
  if (!hasBrowser(env)) return false;
  try {
    const { default: open } = await import('open');
    const started = await open(address);
    started.on('error', () => undefined);
    return true;
  } catch {
    return false;
  }
}

function hasBrowser(env: Io['env']): boolean {
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  if (isSet('CI') || isSet('SSH_CONNECTION')) return false;
  return process.platform !== 'linux' || ['DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME'].some(isSet);
}
