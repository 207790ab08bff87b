/** What the bytes of a media file say about it. */
export interface MediaFile {
  /** `image/png` and the like. */
  readonly type: string;
  readonly size: number;
  /** Pixels; undefined where they are not read from this type. */
  readonly width?: number;
  readonly height?: number;
}

/** The type of a media file by its first bytes, and its size; undefined for what is no image and no video. */
export function mediaFileIn(bytes: Buffer): MediaFile | undefined {
  const size = bytes.length;
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('\x89PNG\r\n') && size >= 24)
    return { type: 'image/png', size, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (/^GIF8[79]a/.test(start) && size >= 10)
    return { type: 'image/gif', size, width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (start.startsWith('\xff\xd8\xff')) return { type: 'image/jpeg', size };
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return { type: 'image/webp', size };
  return start.slice(4, 8) === 'ftyp' ? { type: 'video/mp4', size } : undefined;
}
