import { gzipSync } from 'node:zlib';
import { statsFile, statsFiles } from '../resources/stats/stats-file.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import { printJson } from '../wire/lossless-json.ts';
import type { PlatformRequest, Reply } from '../wire/platform-request.ts';
import { platformHeaders } from './platform-headers.ts';
import type { Route, Surface } from './surface.ts';

/** The reads of files; their addresses are answered by other calls, and whoever has one may read it. */
export const filesSurface: Surface<{ readonly method: 'GET' }> = {
  mounts: [{ prefix: statsFiles, operations: [['/:file', { method: 'GET' }]] }],
  answer: answerFile,
};

function answerFile(
  state: SandboxState,
  route: Route<{ readonly method: 'GET' }> | undefined,
  { method }: PlatformRequest,
): Reply {
  const { 'content-type': type = '', date = '' } = platformHeaders(state);
  const content = method === 'GET' ? statsFile(state.world, route?.path['file'] ?? '') : undefined;
  if (content === undefined) {
    const errors = [{ code: 'NOT_FOUND', message: 'There is no such file, or it is gone' }];
    return { status: 404, headers: { 'content-type': type, date }, body: printJson({ errors }) };
  }
  return {
    status: 200,
    headers: { 'content-type': 'application/gzip', date },
    body: gzipSync(printJson(content)),
  };
}
