import { type Fields, longIn, textIn } from '../../value.ts';

/** What a card shows of its video (F-card-09); widths, heights and seconds are texts of integers. */
export function showVideo(media: Fields): Fields {
  const url = textIn(media, 'media_url');
  const width = String(longIn(media, 'width') ?? 0n);
  const height = String(longIn(media, 'height') ?? 0n);
  return {
    video_url: url,
    video_hls_url: url === null ? null : `${url}.m3u8`,
    video_width: width,
    video_height: height,
    video_poster_url: textIn(media, 'poster_media_url'),
    video_poster_width: width,
    video_poster_height: height,
    content_duration_seconds: String((longIn(media, 'duration') ?? 0n) / 1000n),
  };
}
