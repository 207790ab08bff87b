import type { Answered } from './method-names.ts';

interface AnsweredOf {
  readonly gives: Answered;
  /** The resource that it holds, by its name in the tables of fields. */
  readonly record?: string;
}

const posts: AnsweredOf = { gives: 'list', record: 'Post' };
const users: AnsweredOf = { gives: 'list', record: 'User' };
const lists: AnsweredOf = { gives: 'list', record: 'List of users' };
const connections: AnsweredOf = { gives: 'list', record: 'Connection' };
const ended: AnsweredOf = { gives: 'record', record: 'Ended connections' };
const revoked: AnsweredOf = { gives: 'body', record: 'Invalidation result' };

/** What answers are where the inventory does not show it, by the endpoint's id; they are public. */
export const answeredOfData: Readonly<Record<string, AnsweredOf>> = {
  E001: { gives: 'pairs', record: 'Request token' },
  E002: { gives: 'text' },
  E003: { gives: 'text' },
  E004: { gives: 'pairs', record: 'User access token' },
  E005: revoked,
  E006: revoked,
  E007: { gives: 'body', record: 'Bearer token' },
  E008: revoked,
  E009: posts,
  E010: posts,
  E011: posts,
  E012: { gives: 'list', record: 'Post count' },
  E013: { gives: 'list', record: 'Post count' },
  E014: { gives: 'record', record: 'Post' },
  E015: { gives: 'record', record: 'Post' },
  E016: posts,
  E017: users,
  E018: users,
  E019: lists,
  E020: posts,
  E021: posts,
  E022: posts,
  E023: users,
  E024: users,
  E025: lists,
  E026: lists,
  E027: lists,
  E028: { gives: 'list', record: 'News' },
  E029: { gives: 'record', record: 'News' },
  E030: { gives: 'stream', record: 'Activity event' },
  // Three forms of it are known (F-event-03).
  E031: { gives: 'body' },
  E032: connections,
  E033: ended,
  E034: connections,
  E035: ended,
  E036: { gives: 'records', record: 'Connection' },
  E037: ended,
  E038: { gives: 'record', record: 'Replay job' },
  E039: { gives: 'list', record: 'Stream rule' },
  E040: { gives: 'records', record: 'Stream rule' },
  E041: { gives: 'record', record: 'Note score' },
  E042: { gives: 'record', record: 'Note' },
  E043: posts,
  E044: { gives: 'list', record: 'Note' },
  E045: { gives: 'list', record: 'Stream rule' },
  E051: { gives: 'list', record: 'App' },
  E052: { gives: 'list', record: 'History entry' },
  E053: { gives: 'record', record: 'Access' },
  E057: { gives: 'list', record: 'Business category' },
  E058: { gives: 'list', record: 'Bidding rule' },
  E061: { gives: 'list', record: 'Placement rule' },
  E099: { gives: 'list', record: 'Any card' },
  E100: { gives: 'record', record: 'Any card' },
  E110: { gives: 'record', record: 'Post name' },
  E111: { gives: 'list', record: 'Preview' },
  E114: { gives: 'body', record: 'Draft preview result' },
  E117: { gives: 'record', record: 'Audience estimate' },
  E118: { gives: 'record', record: 'Keyword insight result' },
  E122: { gives: 'list', record: 'Targeting use' },
  E123: { gives: 'record', record: 'Audience users result' },
};
