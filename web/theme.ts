// Colours with a contrast of 4.5 : 1 in light and dark mode, which Mantine's blue, green and grey lack.
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

const shades = (ten: string) => ten.split(' ') as unknown as MantineColorsTuple

const teal = shades('#f0fdfa #ccfbf1 #99f6e4 #5eead4 #2dd4bf #14b8a6 #0d9488 #0f766e #115e59 #134e4a')
const green = shades('#f0fdf4 #dcfce7 #bbf7d0 #86efac #4ade80 #22c55e #16a34a #15803d #166534 #14532d')
const red = shades('#fef2f2 #fee2e2 #fecaca #fca5a5 #f87171 #ef4444 #dc2626 #b91c1c #991b1b #7f1d1d')
const yellow = shades('#fffbeb #fef3c7 #fde68a #fcd34d #fbbf24 #f59e0b #d97706 #b45309 #92400e #78350f')
const gray = shades('#f7f9fa #eef2f4 #e2e8ec #d2dae0 #b6c1ca #8b98a5 #66727f #4d5965 #353f49 #20272e')
const dark = shades('#dfe6ec #c2ccd5 #9dabb8 #7b8a98 #34404b #29333d #1c242c #12181e #0d1217 #080c10')

// Without a section around it, a dialog's <header> would count as the banner of the page.
const dialogProps = {
  // Closes without transition, so that the page below receives the next key.
  transitionProps: { duration: 120, exitDuration: 0 },
  closeButtonProps: { 'aria-label': 'Cerrar' },
  attributes: { header: { role: 'presentation' } },
}
const toggle = { 'aria-label': 'Mostrar u ocultar lo escrito', tabIndex: 0 }

/** Colours of filled elements: light text on dark in light mode, dark text on bright in dark mode. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  return input.variant === 'filled' ? { ...colors, color: 'var(--filled-text)' } : colors
}

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver,
  colors: { teal, green, red, yellow, gray, dark },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    '"Figtree Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Ubuntu, Cantarell, sans-serif',
  headings: { fontWeight: '650' },
  components: {
    // page.css draws the asterisk of required fields: as text it would be part of the accessible label.
    InputWrapper: {
      defaultProps: { withAsterisk: false },
      styles: { label: { fontSize: 'var(--mantine-font-size-sm)' } },
    },
    Button: { defaultProps: { size: 'md' } },
    // Most fields contain data about other people, so autocomplete is off; forms for the user's own data enable it.
    TextInput: { defaultProps: { size: 'md', autoComplete: 'off' } },
    PasswordInput: { defaultProps: { size: 'md', visibilityToggleButtonProps: toggle } },
    Textarea: { defaultProps: { size: 'md', autoComplete: 'off', autosize: true, minRows: 2 } },
    Select: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md', iconColor: 'var(--filled-text)' } },
    Modal: { defaultProps: { ...dialogProps, centered: true, xOffset: '0.75rem', yOffset: '7.5dvh' } },
    Drawer: { defaultProps: dialogProps },
  },
})

const tinted = (shade: number) =>
  Object.fromEntries(
    Object.entries({ teal, green, red, yellow, gray }).map(([name, tuple]) => [
      `--mantine-color-${name}-light-color`,
      tuple[shade] ?? 'inherit',
    ]),
  )

export const resolveCssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...tinted(8),
    '--mantine-color-dimmed': gray[7] ?? '',
    '--mantine-color-placeholder': gray[6] ?? '',
    '--mantine-color-anchor': teal[7] ?? '',
    '--mantine-color-error': red[7] ?? '',
    '--mantine-color-body': gray[0] ?? '',
    '--mantine-color-default-border': gray[3] ?? '',
    '--field-border': '#808d9a',
    '--filled-text': '#ffffff',
    '--mantine-primary-color-contrast': '#ffffff',
    '--surface': '#ffffff',
    '--surface-hover': gray[1] ?? '',
    '--tone-good': green[8] ?? '',
    '--tone-bad': red[7] ?? '',
    '--tone-warn': yellow[8] ?? '',
    '--tone-bad-surface': red[0] ?? '',
  },
  dark: {
    ...tinted(3),
    '--mantine-color-red-light': '#2a1719',
    '--mantine-color-yellow-light': '#2a2112',
    '--mantine-color-green-light': '#12261a',
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': '#80909e',
    '--mantine-color-anchor': teal[4] ?? '',
    '--mantine-color-error': red[4] ?? '',
    '--mantine-color-text': dark[0],
    '--field-border': '#647180',
    '--filled-text': dark[9],
    '--mantine-primary-color-contrast': dark[9],
    '--surface': '#171e25',
    '--surface-hover': '#1f2830',
    '--tone-good': green[4] ?? '',
    '--tone-bad': red[4] ?? '',
    '--tone-warn': yellow[4] ?? '',
    '--tone-bad-surface': '#2a1719',
  },
})
