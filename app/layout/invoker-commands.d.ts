import 'react';

/** Invoker commands (HTML Standard, the button element), which React passes on but does not type yet. */
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | 'request-close' | undefined;
    commandfor?: string | undefined;
  }
}
