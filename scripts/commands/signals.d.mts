export declare function exitCodeOf(signal: NodeJS.Signals): number;

export declare function onEndSignal(listener: (signal: NodeJS.Signals, exitCode: number) => void): () => void;
