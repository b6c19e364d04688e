interface Props<Name extends string> {
  /** Names of the choices and how the app calls them. */
  names: Readonly<Record<Name, string>>;
  chosen: Name;
  /** How the app calls the whole choice. */
  label?: string;
}

/** A choice of one among few, drawn: the chosen one is amber. */
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
