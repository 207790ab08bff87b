/** Where pipelines run, from `--ci`; `none` for nowhere. Apart from what writes them, so that the command line starts quickly. */
export const pipelineHosts = ['github', 'gitlab', 'none'] as const;
export type PipelineHost = (typeof pipelineHosts)[number];
