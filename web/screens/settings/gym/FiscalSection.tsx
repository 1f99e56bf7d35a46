import { Stack } from '@mantine/core'
import { useLiveStored } from '../../../forms/use-stored.ts'
import { QueryState } from '../../../kit/LoadError.tsx'
import { FiscalRanges } from './FiscalRanges.tsx'
import { FiscalSettingsForm } from './FiscalSettingsForm.tsx'

export function FiscalSection() {
  const { stored, query } = useLiveStored('fiscal.settings')
  if (!stored) return <QueryState queries={[query]} />
  return (
    <Stack gap="1.25rem" mt="1.25rem">
      <FiscalSettingsForm stored={stored} />
      {stored.row.country !== 'none' && <FiscalRanges />}
    </Stack>
  )
}
