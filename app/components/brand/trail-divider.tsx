/** Between two subjects: a trail that runs out into a hairline. Decoration, drawn by its styles. */
export function TrailDivider() {
  return <div className="trail-divider" />;
}
