// Holds the citations of facts about the platform to docs/platform, and its pages to their layout.
import { repositoryFaults } from './facts/repository-faults.ts';

const { facts, faults } = repositoryFaults();
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log(`every citation resolves, and each of ${facts} facts about the platform is cited`);
