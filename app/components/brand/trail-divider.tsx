/** Between two subjects: a trail that runs out into a hairline. Decoration. */
export function TrailDivider() {
  return (
    <div className="trail-divider">
      <svg aria-hidden="true" width="112" height="8" viewBox="0 0 112 8">
        <circle cx="4" cy="4" r="3.4" />
        <circle cx="11" cy="4.4" r="2" />
        <circle cx="17" cy="3.8" r="2.6" />
        <circle cx="36" cy="4" r="2.2" />
        <circle cx="54" cy="4" r="1.9" />
        <circle cx="72" cy="4" r="1.6" />
        <circle cx="90" cy="4" r="1.3" />
        <circle cx="108" cy="4" r="1" />
      </svg>
    </div>
  );
}
