import { testSeeds } from './seeds.ts';

testSeeds(251, 250);
