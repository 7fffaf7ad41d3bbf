declare module 'virtual:function-declarations' {
  /** Texts of declaration files by their path. */
  export const declarations: Readonly<Record<string, string>>;
}
