import { testCrashPoints } from './crash-points.ts';

testCrashPoints(1);
