import { testSeeds } from './seeds.ts';

testSeeds(151, 150);
