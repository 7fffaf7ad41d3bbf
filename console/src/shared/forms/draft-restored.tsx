/** Tells the user that the input was restored after a reload and is not saved yet. */
export function DraftRestored() {
  return (
    <p role="status" className="dim">
      Draft restored
    </p>
  );
}
