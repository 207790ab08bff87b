/** A form of YAML that has no layout of its own here, at an offset; the file is left as it is. */
export class CannotFormat extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super('this form of YAML has no layout');
    this.name = 'CannotFormat';
    this.offset = offset;
  }
}
