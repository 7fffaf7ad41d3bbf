import classes from './api.module.css';

export function MethodText({ method }: { readonly method: string }) {
  return (
    <code className={classes.method} data-method={method}>
      {method}
    </code>
  );
}
