import { useMediaQuery } from '@mantine/hooks'

export const useIsNarrowScreen = (): boolean =>
  useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false })
