import { useMediaQuery } from '@mantine/hooks'

/** Under 768 px, as the style sheets mean it: a phone. */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false })
