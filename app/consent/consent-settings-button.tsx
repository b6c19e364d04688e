import { useConsent } from './consent-context.ts';

interface Props {
  className: string;
  children: string;
}

/** Opens the settings from anywhere. Useless without a script, but then there are no statistics either. */
export function ConsentSettingsButton({ className, children }: Props) {
  const { act } = useConsent();
  return (
    <button
      type="button"
      className={`${className} needs-script`}
      aria-haspopup="dialog"
      onClick={() => act((store) => store.openSettings())}
    >
      {children}
    </button>
  );
}
