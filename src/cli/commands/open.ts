import { Option } from 'commander';
import { z } from 'zod';
import { note } from '../context.ts';
import { defineCommand } from '../define-command.ts';

export const openCommand = defineCommand({
  name: 'open',
  summary: 'the page of the ads manager that shows a resource',
  description:
    'Prints the address of the page of the web interface that shows a resource: its line item, campaign or account. With --browser it is opened. Of a sandbox on this machine it is the console. Needs neither document nor platform.',
  arguments: [['<address>', 'an address of the state, or an account']],
  options: [new Option('--browser', 'open the page in the browser')],
  examples: [
    ['the address of a page', 'adsync open acme-us/campaigns/spring-sale'],
    ['open it', 'adsync open acme-us/campaigns/spring-sale --browser'],
  ],
  schema: z.object({ browser: z.boolean().default(false) }),
  run: async (context, [address = ''], { browser }) => {
    const { runOf } = await import('../terminal-run.ts');
    const { findPage } = await import('../../runs/find-page.ts');
    const page = await findPage(runOf(context), address);
    context.io.stdout.write(`${page}\n`);
    if (browser && !(await context.io.browse(page)))
      note(context, 'No browser could be started: open the address yourself.');
    return 0;
  },
});
