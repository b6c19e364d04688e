/** What Chromium offers beyond the DOM library of TypeScript: https://wicg.github.io/file-system-access/ */
interface SaveFilePickerOptions {
  id?: string;
  suggestedName?: string;
  startIn?: 'downloads';
}

interface Window {
  showSaveFilePicker?: (options?: SaveFilePickerOptions) => Promise<FileSystemFileHandle>;
}

interface FileSystemDirectoryHandle {
  keys(): AsyncIterable<string>;
}

interface FileSystemHandle {
  remove?: () => Promise<void>;
  queryPermission?: (descriptor: { mode: 'readwrite' }) => Promise<PermissionState>;
  requestPermission?: (descriptor: { mode: 'readwrite' }) => Promise<PermissionState>;
}
