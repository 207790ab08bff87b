import { testAppliedWorlds } from './applied-worlds.ts';

testAppliedWorlds('each');
