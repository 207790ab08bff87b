import { testAppliedWorlds } from './applied-worlds.ts';

testAppliedWorlds('start');
