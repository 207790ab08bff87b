// The pictures of a terminal in the documentation, made from what the commands really write: node scripts/picture.ts
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawn, pictures } from './picture/pictures.ts';

for (const picture of pictures) {
  await writeFile(join(import.meta.dirname, '../docs/images', picture.file), await drawn(picture));
  console.log(`wrote docs/images/${picture.file}`);
}
