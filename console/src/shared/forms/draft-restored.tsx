/** Says that what is entered was typed before a reload, and is not stored yet. */
export function DraftRestored() {
  return (
    <p role="status" className="dim">
      Draft restored
    </p>
  );
}
