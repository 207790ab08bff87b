import type { Resource, Rule } from '../../engine/resource.ts';
import { flag, oneOf, text } from '../../params/param.ts';
import { showFields } from '../shared-rules.ts';
import { creativeReaders, creativeWriters } from './creative-roles.ts';
import { blankPost, completePost, plausiblePost, postFields, postWrites } from './post-fields.ts';
import { postRules, saidBefore } from './post-rules.ts';

/**
 * Published posts: those of the advertising side (F-post-01, F-post-02) and those of the data API, which have no
 * account. Creation, list and name are calls of their own.
 */
export const tweets: Resource = {
  collection: 'tweets',
  idParam: 'tweet_id',
  segment: 'tweet',
  label: 'Tweet',
  notFound: 'TWEET_NOT_FOUND',
  ids: { prefix: '11664760', start: 31_668_100_000, radix: 10 },
  indexed: ['account_id', 'user_id', 'text'],
  fields: {
    ...postFields,
    conversation_settings: 'text?',
    video_cta: 'text?',
    video_cta_value: 'text?',
    video_title: 'text?',
    video_description: 'text?',
    scheduled_at: 'time?',
    // What the data API shows beside.
    conversation_id: 'text?',
    in_reply_to_user_id: 'text?',
    referenced_tweets: 'json?',
    edit_history_tweet_ids: 'json?',
    context_annotations: 'json?',
    entities: 'json?',
    public_metrics: 'json?',
    lang: 'text?',
    source: 'text?',
    possibly_sensitive: 'boolean?',
    community_id: 'text?',
    reply_settings: 'text?',
  },
  writes: {
    ...postWrites,
    conversation_settings: { is: oneOf(['EVERYONE', 'FOLLOWING', 'MENTIONED_USERS']), on: 'create' },
    trim_user: { is: flag, on: 'create' },
    tweet_mode: { is: oneOf(['compat', 'extended']), on: 'create' },
    video_cta: { is: oneOf(['VISIT_SITE', 'WATCH_NOW']), on: 'create' },
    video_cta_value: { is: text(2048), on: 'create' },
    video_description: { is: text(200), on: 'create' },
    video_title: { is: text(70), on: 'create' },
  },
  filters: {},
  listParams: {},
  sortable: [],
  readers: creativeReaders,
  writers: [...creativeWriters, 'TWEET_COMPOSER'],
  operations: [],
  blank: () => ({ ...blankPost, conversation_settings: 'EVERYONE', scheduled_at: null }),
  complete: (change) => {
    const { trim_user: _trim, tweet_mode: _mode, ...post } = completePost(change);
    return post;
  },
  rules: [
    ...postRules,
    {
      fields: ['text'],
      check: ({ world, before, after }) => (before === undefined ? saidBefore(world, after) : undefined),
    },
    callToAction(),
  ],
  quotas: [],
  plausible: (filler) => plausiblePost('Post', filler),
  show: (record) => showFields(record, Object.keys(tweets.fields)),
};

/** A call to action and where it leads go together (F-post-08). */
function callToAction(): Rule {
  const [cta, value] = ['video_cta', 'video_cta_value'];
  return {
    fields: [cta, value],
    check({ given }) {
      const lacking =
        given.has(cta) && !given.has(value) ? value : given.has(value) && !given.has(cta) ? cta : '';
      if (lacking === '') return undefined;
      const message = `${cta} and ${value} are inclusive parameters`;
      return { code: 'INCLUSIVE_PARAMETERS', message, parameter: lacking };
    },
  };
}
