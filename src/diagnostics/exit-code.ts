/** The exit codes that an error can carry (0, 2 and 130 are not errors). */
export type ExitCode = 1 | 3 | 4 | 5 | 6 | 7;
