import type { SeedRecords } from './seed.ts';

const us = '18ce54d4x5t';
const uk = '18ce5uk0000';
const author = '756201191646691328';

/** Media, posts and audiences of the default seed. */
export const defaultCreatives: SeedRecords = {
  media_library: [
    {
      media_key: '13_1191948012077092867',
      account_id: us,
      name: 'Spring',
      file_name: 'spring.mp4',
      title: 'Spring',
    },
    { media_key: '7_1191948012077092868', account_id: us, name: 'Summer', file_name: 'summer.mp4' },
    { media_key: '3_1191948012077092869', account_id: us, name: 'Leaf', file_name: 'leaf.png' },
    { media_key: '16_1191948012077092870', account_id: us, name: 'Rain', file_name: 'rain.gif' },
    { media_key: '3_1191948012077092871', account_id: uk, name: 'Bridge', file_name: 'bridge.png' },
  ],
  account_media: [
    { id: '3wpx', account_id: us, video_id: '13_1191948012077092867', creative_type: 'PREROLL' },
    { id: '3wpy', account_id: us, creative_type: 'BANNER' },
  ],
  tweets: [
    {
      id: '1166476031668015104',
      account_id: us,
      user_id: author,
      name: 'Evergreen',
      text: 'Always in season https://example.com/evergreen',
    },
    {
      id: '1166476031668015105',
      account_id: us,
      user_id: author,
      nullcast: false,
      text: 'Hello, we are Acme',
    },
    {
      id: '1166476031668015106',
      account_id: uk,
      user_id: author,
      name: 'Evergreen UK',
      text: 'Never out of season https://example.co.uk/evergreen',
    },
  ],
  custom_audiences: [
    {
      id: '1nmth',
      account_id: us,
      name: 'Regulars',
      description: 'Bought more than once',
      audience_size: 250_000,
    },
  ],
};
