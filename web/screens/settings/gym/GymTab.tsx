import { Stack } from '@mantine/core'
import type { GymInfo, ShowInfo } from '@torniquete/contract/admin/gym-info.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { Guide } from '../../../features/guide/Guide.tsx'
import { HelpLink } from '../../../features/help/HelpLink.tsx'
import { InstallationState, installationInterval } from '../../../features/installation/InstallationState.tsx'
import { ImageField, useChosenImage } from '../../../forms/ImageField.tsx'
import { type Stored, usePageForm } from '../../../forms/use-record-form.tsx'
import { useLiveStored } from '../../../forms/use-stored.ts'
import { QueryState } from '../../../kit/LoadError.tsx'
import { PageForm } from '../../../kit/PageForm.tsx'
import { BillPreview } from './BillPreview.tsx'
import { Biometrics } from './Biometrics.tsx'
import { DebtRules } from './DebtRules.tsx'
import { DiscountLimits } from './DiscountLimits.tsx'
import { GymInfoFields } from './GymInfoFields.tsx'
import classes from './gym.module.css'
import { toBody, toValues, validateGymInfo } from './gym-info-values.ts'
import { InsideForm } from './InsideForm.tsx'
import { KeptAttendances } from './KeptAttendances.tsx'

export function GymTab() {
  const { stored, query } = useLiveStored('gym-info.read')
  const show = useEndpoint('show-info.read', {})
  const guide = useEndpoint('guide.read', {}, { refetchInterval: installationInterval }).data
  if (!stored || !show.data) return <QueryState queries={[query, show]} />
  return (
    <>
      <InstallationState state={guide?.installation} zone={stored.row.timeZone} />
      <HelpLink page="copias">Ayuda: copias y restauración</HelpLink>
      <GymSettings stored={stored} show={show.data} />
      <Guide guide={guide} always />
    </>
  )
}

function GymSettings({ stored, show }: { stored: Stored<GymInfo>; show: ShowInfo }) {
  const gym = stored.row
  const { form, field, picture, dialog } = usePageForm({
    stored,
    toValues,
    toBody,
    validate: validateGymInfo,
    update: (_, body, __, send) => send('gym-info.update', { body }),
    updated: 'Información del gimnasio editada con éxito',
    picture: { folder: 'gyms', field: 'logo', pathOf: ({ logo_path }) => logo_path },
  })
  const shownLogo = useChosenImage(picture.choice, gym.logo_url)
  return (
    <div className={classes.columns}>
      <Stack gap="1.25rem">
        <PageForm {...dialog} title="Información del gimnasio" submitLabel="Guardar" ready={dialog.dirty}>
          <ImageField label="Logo" square {...picture} currentUrl={gym.logo_url} />
          <GymInfoFields form={form} field={field} storedZone={gym.timeZone} />
        </PageForm>
        <InsideForm zone={gym.timeZone} />
        <KeptAttendances stored={stored} />
        <DiscountLimits />
        <DebtRules />
        <Biometrics zone={stored.row.timeZone} />
      </Stack>
      <BillPreview gym={{ ...gym, ...toBody(form.values), logo_url: shownLogo }} show={show} />
    </div>
  )
}
