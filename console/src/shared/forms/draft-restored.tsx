export function DraftRestored() {
  return (
    <p role="status" className="dim">
      Draft restored
    </p>
  );
}
