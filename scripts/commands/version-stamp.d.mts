export declare function stampVersion(root: string): void;
export declare function stampClone(root: string): void;
