import { keepCurrent, startControls } from './controls.ts';
import { startLog } from './log.ts';
import { listenForDismissal } from './messages.ts';
import { startTree } from './tree.ts';

listenForDismissal();
startTree();
startLog();
startControls();
void keepCurrent();
