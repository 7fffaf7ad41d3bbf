declare module 'virtual:icon/*' {
  import type { IconComponent } from './create-icon.ts';
  export const Icon: IconComponent;
}
