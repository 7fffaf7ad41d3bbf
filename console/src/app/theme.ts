import { ActionIcon, Button, createTheme, Input, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { FocusKeepingButton } from '../shared/keyboard/focus-keeping-button.tsx';

const keepsFocus = { component: FocusKeepingButton };

/** The console's visual theme. Control heights are in theme.css, which enlarges them for coarse pointers. */
export const theme = createTheme({
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  primaryColor: 'indigo',
  colors: {
    dark: [
      '#e6e8eb',
      '#c1c7cf',
      '#a3aab3',
      '#6b737d',
      '#3d424a',
      '#2c3038',
      '#1e2126',
      '#16181c',
      '#111317',
      '#0c0e11',
    ],
  },
  // White on the default shade has a contrast of 4.3; WCAG requires 4.5.
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm', ...keepsFocus } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { size: 'control', ...keepsFocus } }),
    Input: Input.extend({ defaultProps: { size: 'sm' } }),
    TextInput: TextInput.extend({ defaultProps: { size: 'sm' } }),
    NativeSelect: NativeSelect.extend({ defaultProps: { size: 'sm' } }),
    Textarea: Textarea.extend({ defaultProps: { size: 'sm' } }),
  },
});
