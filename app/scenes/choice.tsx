interface Props<Name extends string> {
  /** Ids of the choices and their names in the app. */
  names: Readonly<Record<Name, string>>;
  chosen: Name;
  /** The app's name for the whole choice. */
  label?: string;
}

/** A drawn choice of one among a few: the chosen one is amber. */
export function Choice<Name extends string>({ names, chosen, label }: Props<Name>) {
  return (
    <div className="scene-choice-row">
      {label && <span className="scene-label">{label}</span>}
      <span className="scene-choice">
        {(Object.keys(names) as Name[]).map((name) => (
          <span key={name} className={name === chosen ? 'scene-option scene-option-chosen' : 'scene-option'}>
            {names[name]}
          </span>
        ))}
      </span>
    </div>
  );
}
