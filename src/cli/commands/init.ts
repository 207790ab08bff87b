import { Option } from 'commander';
import { z } from 'zod';
import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { note } from '../context.ts';
import { defineCommand } from '../define-command.ts';
import { pipelineHosts } from '../pipeline-hosts.ts';
import { dash } from '../standard-streams.ts';

export const initCommand = defineCommand({
  name: 'init',
  summary: 'start a project: a commented document, .gitignore, the schema for editors, a CI workflow',
  description:
    'Writes a commented campaigns.yaml, a .gitignore, the JSON Schema that editors complete and explain the document by, and a workflow that plans, applies and looks for drift. Asks nothing and overwrites nothing; run again, it brings the schema up to date.',
  arguments: [['[dir]', 'the folder (default: this one)']],
  options: [
    new Option('--ci <host>', 'where the workflow runs').choices(pipelineHosts).default('github'),
    new Option(
      '--account <id>',
      "the platform's id of the account that the document is for (default: an account of `adsync sandbox`)",
    ),
  ],
  examples: [
    ['a project in this folder', 'adsync init'],
    ['in another folder, for an account and GitLab', 'adsync init ads --account 18ce54d4x5t --ci gitlab'],
  ],
  schema: z.object({ ci: z.enum(pipelineHosts) }),
  run: async (context, [folder = '.'], { ci }) => {
    refuseStream(folder);
    const { initProject } = await import('../init-project.ts');
    const accountId = context.globals.account;
    if (accountId !== undefined && !/^[a-z0-9]{1,32}$/.test(accountId)) {
      throw new AdsyncError('ADSYNC_USAGE', `${accountId} is not the id of an account`, {
        remedy: 'An id is small letters and digits, such as 18ce54d4x5t.',
      });
    }
    await initProject(context, { folder, accountId, host: ci });
    const go = folder === '.' ? '' : `cd ${folder}, then `;
    note(context, `Next: ${go}adsync validate. To try it without an account: adsync sandbox.`);
    return 0;
  },
});

/** A project is several files. Throws ADSYNC_USAGE for `-`. */
function refuseStream(folder: string): void {
  if (folder !== dash) return;
  throw new AdsyncError('ADSYNC_USAGE', '- is no folder: a project is several files', {
    remedy: 'Name a folder; one that is called so is ./-.',
  });
}
