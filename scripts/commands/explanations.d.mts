export declare function explain(output: string): string | undefined;
