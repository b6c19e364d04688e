export { Client, type ClientConfig } from './client.ts';
export { ClientFault, Refused } from './faults.ts';
export type * from './generated-types.ts';
export { Offline, type OfflineConfig, type OfflineRecording, type OfflineState, type OfflineStore } from './offline.ts';
export { type LoginConfig, Session, type TokenStore, type Tokens } from './session.ts';
export { askForText, type Preview, type TextOperation } from './text.ts';
