import { useProject } from '../../shared/project/project-context.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { downloadAddress, type StoredFile } from './file-queries.ts';
import classes from './files.module.css';

/** Shows images, video and audio, which browsers display without executing the content. */
export function Preview({ file }: { readonly file: StoredFile }) {
  const { id } = useProject();
  const { mime_type: type } = file;
  const address = downloadAddress(id, file.id);
  if (file.width !== null && type.startsWith('image/')) {
    const small = downloadAddress(id, file.id, '?w=1200&h=800&fit=contain&format=webp');
    return <img src={small} alt={visibleLine(file.name)} className={classes.preview} />;
  }
  // biome-ignore lint/a11y/useMediaCaption: files that users uploaded have no captions.
  if (type.startsWith('video/')) return <video src={address} controls preload="metadata" className={classes.preview} />;
  // biome-ignore lint/a11y/useMediaCaption: files that users uploaded have no captions.
  if (type.startsWith('audio/')) return <audio src={address} controls preload="metadata" className={classes.preview} />;
  return <p className="dim">There is no preview of this kind of file.</p>;
}
