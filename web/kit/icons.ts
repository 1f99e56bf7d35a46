// The icons of the screens, one a line: drawings of Tabler Icons 3.51 (https://tabler.io/icons), the lines of each put into one path.
// Its package has eighteen thousand files, which every installation would unpack for these. Another icon comes from its SVG there.
// To the build each is a module of its own (bundling/direct-imports-plugin.ts).
//
// MIT License
//
// Copyright (c) 2020-2026 Paweł Kuna
//
// Permission is hereby granted, free of charge, to any person obtaining a copy
// of this software and associated documentation files (the "Software"), to deal
// in the Software without restriction, including without limitation the rights
// to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
// copies of the Software, and to permit persons to whom the Software is
// furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all
// copies or substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
// IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
// FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
// AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
// LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
// OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
// SOFTWARE.

// biome-ignore-all format: one icon a line
import { drawn, filled } from './drawn-icon.tsx'

export const IconAdjustments = drawn('M4 10a2 2 0 1 0 4 0a2 2 0 0 0-4 0M6 4v4M6 12v8M10 16a2 2 0 1 0 4 0a2 2 0 0 0-4 0M12 4v10M12 18v2M16 7a2 2 0 1 0 4 0a2 2 0 0 0-4 0M18 4v1M18 9v11')
export const IconAlertCircle = drawn('M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 8v4M12 16h.01')
export const IconAlertTriangle = drawn('M12 9v4M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636-2.87l-8.106-13.536a1.914 1.914 0 0 0-3.274 0M12 16h.01')
export const IconArrowBackUp = drawn('M9 14l-4-4l4-4M5 10h11a4 4 0 1 1 0 8h-1')
export const IconArrowLeft = drawn('M5 12l14 0M5 12l6 6M5 12l6-6')
export const IconArrowMerge = drawn('M8 7l4-4l4 4M12 3v5.394a6.737 6.737 0 0 1-3 5.606a6.737 6.737 0 0 0-3 5.606v1.394M12 3v5.394a6.737 6.737 0 0 0 3 5.606a6.737 6.737 0 0 1 3 5.606v1.394')
export const IconArrowUp = drawn('M12 5l0 14M18 11l-6-6M6 11l6-6')
export const IconArrowsExchange = drawn('M7 10h14l-4-4M17 14h-14l4 4')
export const IconArrowsSplit2 = drawn('M21 17h-5.397a5 5 0 0 1-4.096-2.133l-.514-.734a5 5 0 0 0-4.096-2.133h-3.897M21 7h-5.395a5 5 0 0 0-4.098 2.135l-.51 .73a5 5 0 0 1-4.097 2.135h-3.9M18 10l3-3l-3-3M18 20l3-3l-3-3')
export const IconBan = drawn('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M5.7 5.7l12.6 12.6')
export const IconBarcode = drawn('M4 7v-1a2 2 0 0 1 2-2h2M4 17v1a2 2 0 0 0 2 2h2M16 4h2a2 2 0 0 1 2 2v1M16 20h2a2 2 0 0 0 2-2v-1M5 11h1v2h-1l0-2M10 11l0 2M14 11h1v2h-1l0-2M19 11l0 2')
export const IconBell = drawn('M10 5a2 2 0 1 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3h-16a4 4 0 0 0 2-3v-3a7 7 0 0 1 4-6M9 17v1a3 3 0 0 0 6 0v-1')
export const IconBrandWhatsapp = drawn('M3 21l1.65-3.8a9 9 0 1 1 3.4 2.9l-5.05 .9M9 10a.5 .5 0 0 0 1 0v-1a.5 .5 0 0 0-1 0v1a5 5 0 0 0 5 5h1a.5 .5 0 0 0 0-1h-1a.5 .5 0 0 0 0 1')
export const IconBuilding = drawn('M3 21l18 0M9 8l1 0M9 12l1 0M9 16l1 0M14 8l1 0M14 12l1 0M14 16l1 0M5 21v-16a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v16')
export const IconCalendar = drawn('M4 7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2v-12M16 3v4M8 3v4M4 11h16')
export const IconCalendarCheck = drawn('M11.5 21h-5.5a2 2 0 0 1-2-2v-12a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v6M16 3v4M8 3v4M4 11h16M15 19l2 2l4-4')
export const IconCalendarX = drawn('M13 21h-7a2 2 0 0 1-2-2v-12a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v6.5M16 3v4M8 3v4M4 11h16M22 22l-5-5M17 22l5-5')
export const IconCamera = drawn('M5 7h1a2 2 0 0 0 2-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1a2 2 0 0 0 2 2h1a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2M9 13a3 3 0 1 0 6 0a3 3 0 0 0-6 0')
export const IconCash = drawn('M7 15h-3a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v3M7 10a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-12a1 1 0 0 1-1-1l0-8M12 14a2 2 0 1 0 4 0a2 2 0 0 0-4 0')
export const IconCashRegister = drawn('M21 15h-2.5c-.398 0-.779 .158-1.061 .439c-.281 .281-.439 .663-.439 1.061c0 .398 .158 .779 .439 1.061c.281 .281 .663 .439 1.061 .439h1c.398 0 .779 .158 1.061 .439c.281 .281 .439 .663 .439 1.061c0 .398-.158 .779-.439 1.061c-.281 .281-.663 .439-1.061 .439h-2.5M19 21v1m0-8v1M13 21h-7c-.53 0-1.039-.211-1.414-.586c-.375-.375-.586-.884-.586-1.414v-10c0-.53 .211-1.039 .586-1.414c.375-.375 .884-.586 1.414-.586h2m12 3.12v-1.12c0-.53-.211-1.039-.586-1.414c-.375-.375-.884-.586-1.414-.586h-2M16 10v-6c0-.53-.211-1.039-.586-1.414c-.375-.375-.884-.586-1.414-.586h-4c-.53 0-1.039 .211-1.414 .586c-.375 .375-.586 .884-.586 1.414v6m8 0h-8m8 0h1m-9 0h-1M8 14v.01M8 17v.01M12 13.99v.01M12 17v.01')
export const IconChartBar = drawn('M3 13a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1l0-6M15 9a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1l0-10M9 5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1l0-14M4 20h14')
export const IconCheck = drawn('M5 12l5 5l10-10')
export const IconChecks = drawn('M7 12l5 5l10-10M2 12l5 5m5-5l5-5')
export const IconChevronDown = drawn('M6 9l6 6l6-6')
export const IconChevronLeft = drawn('M15 6l-6 6l6 6')
export const IconChevronRight = drawn('M9 6l6 6l-6 6')
export const IconChevronsLeft = drawn('M11 7l-5 5l5 5M17 7l-5 5l5 5')
export const IconChevronsRight = drawn('M7 7l5 5l-5 5M13 7l5 5l-5 5')
export const IconCircle = drawn('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0')
export const IconCircleCheck = drawn('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 12l2 2l4-4')
export const IconCircleCheckFilled = filled('M17 3.34a10 10 0 1 1-14.995 8.984l-.005-.324l.005-.324a10 10 0 0 1 14.995-8.336zm-1.293 5.953a1 1 0 0 0-1.32-.083l-.094 .083l-3.293 3.292l-1.293-1.292l-.094-.083a1 1 0 0 0-1.403 1.403l.083 .094l2 2l.094 .083a1 1 0 0 0 1.226 0l.094-.083l4-4l.083-.094a1 1 0 0 0-.083-1.32z')
export const IconCircleX = drawn('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M10 10l4 4m0-4l-4 4')
export const IconClipboardList = drawn('M9 5h-2a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-12a2 2 0 0 0-2-2h-2M9 5a2 2 0 0 1 2-2h2a2 2 0 0 1 2 2a2 2 0 0 1-2 2h-2a2 2 0 0 1-2-2M9 12l.01 0M13 12l2 0M9 16l.01 0M13 16l2 0')
export const IconClock = drawn('M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 7v5l3 3')
export const IconClockPause = drawn('M20.942 13.018a9 9 0 1 0-7.909 7.922M12 7v5l2 2M17 17v5M21 17v5')
export const IconCloudOff = drawn('M9.58 5.548c.24-.11 .492-.207 .752-.286c1.88-.572 3.956-.193 5.444 1c1.488 1.19 2.162 3.007 1.77 4.769h.99c1.913 0 3.464 1.56 3.464 3.486c0 .957-.383 1.824-1.003 2.454m-2.997 1.033h-11.343c-2.572-.004-4.657-2.011-4.657-4.487c0-2.475 2.085-4.482 4.657-4.482c.13-.582 .37-1.128 .7-1.62M3 3l18 18')
export const IconCopy = drawn('M7 9.667a2.667 2.667 0 0 1 2.667-2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1-2.667 2.667h-8.666a2.667 2.667 0 0 1-2.667-2.667l0-8.666M4.012 16.737a2.005 2.005 0 0 1-1.012-1.737v-10c0-1.1 .9-2 2-2h10c.75 0 1.158 .385 1.5 1')
export const IconCreditCard = drawn('M3 8a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-12a3 3 0 0 1-3-3l0-8M3 10l18 0M7 15l.01 0M11 15l2 0')
export const IconDeviceDesktop = drawn('M3 5a1 1 0 0 1 1-1h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-16a1 1 0 0 1-1-1v-10M7 20h10M9 16v4M15 16v4')
export const IconDiscount = drawn('M9 15l6-6M9 9.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0-1 0M14 14.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0-1 0M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0')
export const IconDoorEnter = drawn('M13 12v.01M3 21h18M5 21v-16a2 2 0 0 1 2-2h6m4 10.5v7.5M21 7h-7m3-3l-3 3l3 3')
export const IconDoorOff = drawn('M3 21h18M6 21v-15M7.18 3.175c.25-.112 .528-.175 .82-.175h8a2 2 0 0 1 2 2v9M18 18v3M3 3l18 18')
export const IconDownload = drawn('M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 11l5 5l5-5M12 4l0 12')
export const IconExternalLink = drawn('M12 6h-6a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6M11 13l9-9M15 4h5v5')
export const IconFaceId = drawn('M4 8v-2a2 2 0 0 1 2-2h2M4 16v2a2 2 0 0 0 2 2h2M16 4h2a2 2 0 0 1 2 2v2M16 20h2a2 2 0 0 0 2-2v-2M9 10l.01 0M15 10l.01 0M9.5 15a3.5 3.5 0 0 0 5 0')
export const IconFileImport = drawn('M14 3v4a1 1 0 0 0 1 1h4M5 13v-8a2 2 0 0 1 2-2h7l5 5v11a2 2 0 0 1-2 2h-5.5m-9.5-2h7m-3-3l3 3l-3 3')
export const IconFileSpreadsheet = drawn('M14 3v4a1 1 0 0 0 1 1h4M17 21h-10a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2h7l5 5v11a2 2 0 0 1-2 2M8 11h8v7h-8l0-7M8 15h8M11 11v7')
export const IconFingerprint = drawn('M18.9 7a8 8 0 0 1 1.1 5v1a6 6 0 0 0 .8 3M8 11a4 4 0 0 1 8 0v1a10 10 0 0 0 2 6M12 11v2a14 14 0 0 0 2.5 8M8 15a18 18 0 0 0 1.8 6M4.9 19a22 22 0 0 1-.9-7v-1a8 8 0 0 1 12-6.95')
export const IconHistory = drawn('M12 8l0 4l2 2M3.05 11a9 9 0 1 1 .5 4m-.5 5v-5h5')
export const IconHourglassLow = drawn('M6.5 17h11M6 20v-2a6 6 0 1 1 12 0v2a1 1 0 0 1-1 1h-10a1 1 0 0 1-1-1M6 4v2a6 6 0 1 0 12 0v-2a1 1 0 0 0-1-1h-10a1 1 0 0 0-1 1')
export const IconId = drawn('M3 7a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3h-12a3 3 0 0 1-3-3l0-10M7 10a2 2 0 1 0 4 0a2 2 0 1 0-4 0M15 8l2 0M15 12l2 0M7 16l10 0')
export const IconInbox = drawn('M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2l0-12M4 13h3l3 3h4l3-3h3')
export const IconInfoCircle = drawn('M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 9h.01M11 12h1v4h1')
export const IconKeyboard = drawn('M2 8a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-16a2 2 0 0 1-2-2l0-8M6 10l0 .01M10 10l0 .01M14 10l0 .01M18 10l0 .01M6 14l0 .01M18 14l0 .01M10 14l4 .01')
export const IconLayoutGrid = drawn('M4 5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1l0-4M14 5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1l0-4M4 15a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1l0-4M14 15a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1l0-4')
export const IconLayoutSidebarLeftCollapse = drawn('M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2l0-12M9 4v16M15 10l-2 2l2 2')
export const IconLayoutSidebarLeftExpand = drawn('M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2l0-12M9 4v16M14 10l2 2l-2 2')
export const IconLifebuoy = drawn('M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M15 15l3.35 3.35M9 15l-3.35 3.35M5.65 5.65l3.35 3.35M18.35 5.65l-3.35 3.35')
export const IconListDetails = drawn('M13 5h8M13 9h5M13 15h8M13 19h5M3 5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1l0-4M3 15a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1l0-4')
export const IconLock = drawn('M5 13a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-6M11 16a1 1 0 1 0 2 0a1 1 0 0 0-2 0M8 11v-4a4 4 0 1 1 8 0v4')
export const IconLogout = drawn('M14 8v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2-2v-2M9 12h12l-3-3M18 15l3-3')
export const IconMail = drawn('M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-10M3 7l9 6l9-6')
export const IconMailOpened = drawn('M3 9l9 6l9-6l-9-6l-9 6M21 9v10a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-10M3 19l6-6M15 13l6 6')
export const IconMapPin = drawn('M9 11a3 3 0 1 0 6 0a3 3 0 0 0-6 0M17.657 16.657l-4.243 4.243a2 2 0 0 1-2.827 0l-4.244-4.243a8 8 0 1 1 11.314 0')
export const IconMessages = drawn('M21 14l-3-3h-7a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v10M14 15v2a1 1 0 0 1-1 1h-7l-3 3v-10a1 1 0 0 1 1-1h2')
export const IconMoon = drawn('M12 3c.132 0 .263 0 .393 0a7.5 7.5 0 0 0 7.92 12.446a9 9 0 1 1-8.313-12.454l0 .008')
export const IconPackage = drawn('M12 3l8 4.5l0 9l-8 4.5l-8-4.5l0-9l8-4.5M12 12l8-4.5M12 12l0 9M12 12l-8-4.5M16 5.25l-8 4.5')
export const IconPackageOff = drawn('M8.812 4.793l3.188-1.793l8 4.5v8.5m-2.282 1.784l-5.718 3.216l-8-4.5v-9l2.223-1.25M14.543 10.57l5.457-3.07M12 12v9M12 12l-8-4.5M16 5.25l-4.35 2.447m-2.564 1.442l-1.086 .611M3 3l18 18')
export const IconPackages = drawn('M7 16.5l-5-3l5-3l5 3v5.5l-5 3l0-5.5M2 13.5v5.5l5 3M7 16.545l5-3.03M17 16.5l-5-3l5-3l5 3v5.5l-5 3l0-5.5M12 19l5 3M17 16.5l5-3M12 13.5v-5.5l-5-3l5-3l5 3v5.5M7 5.03v5.455M12 8l5-3')
export const IconPencil = drawn('M4 20h4l10.5-10.5a2.828 2.828 0 1 0-4-4l-10.5 10.5v4M13.5 6.5l4 4')
export const IconPercentage = drawn('M16 17a1 1 0 1 0 2 0a1 1 0 1 0-2 0M6 7a1 1 0 1 0 2 0a1 1 0 1 0-2 0M6 18l12-12')
export const IconPhone = drawn('M5 4h4l2 5l-2.5 1.5a11 11 0 0 0 5 5l1.5-2.5l5 2v4a2 2 0 0 1-2 2a16 16 0 0 1-15-15a2 2 0 0 1 2-2')
export const IconPhotoUp = drawn('M15 8h.01M12.5 21h-6.5a3 3 0 0 1-3-3v-12a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v6.5M3 16l5-5c.928-.893 2.072-.893 3 0l3.5 3.5M14 14l1-1c.679-.653 1.473-.829 2.214-.526M19 22v-6M22 19l-3-3l-3 3')
export const IconPlayerPause = drawn('M6 6a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1l0-12M14 6a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1l0-12')
export const IconPlayerPlay = drawn('M7 4v16l13-8l-13-8')
export const IconPlugConnected = drawn('M7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1-5-5l1.5-1.5M17 12l-5-5l1.5-1.5a3.536 3.536 0 1 1 5 5l-1.5 1.5M3 21l2.5-2.5M18.5 5.5l2.5-2.5M10 11l-2 2M13 14l-2 2')
export const IconPlugConnectedX = drawn('M20 16l-4 4M7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1-5-5l1.5-1.5M17 12l-5-5l1.5-1.5a3.536 3.536 0 1 1 5 5l-1.5 1.5M3 21l2.5-2.5M18.5 5.5l2.5-2.5M10 11l-2 2M13 14l-2 2M16 16l4 4')
export const IconPlugX = drawn('M13.55 17.733a5.806 5.806 0 0 1-7.356-4.052a5.81 5.81 0 0 1 1.537-5.627l2.054-2.054l7.165 7.165M4 20l3.5-3.5M15 4l-3.5 3.5M20 9l-3.5 3.5M16 16l4 4M20 16l-4 4')
export const IconPlus = drawn('M12 5l0 14M5 12l14 0')
export const IconPrinter = drawn('M17 17h2a2 2 0 0 0 2-2v-4a2 2 0 0 0-2-2h-14a2 2 0 0 0-2 2v4a2 2 0 0 0 2 2h2M17 9v-4a2 2 0 0 0-2-2h-6a2 2 0 0 0-2 2v4M7 15a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-6a2 2 0 0 1-2-2l0-4')
export const IconReceipt = drawn('M5 21v-16a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v16l-3-2l-2 2l-2-2l-2 2l-2-2l-3 2m4-14h6m-6 4h6m-2 4h2')
export const IconReceiptDollar = drawn('M5 21v-16a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v16l-3-2l-2 2l-2-2l-2 2l-2-2l-3 2M14.8 8a2 2 0 0 0-1.8-1h-2a2 2 0 1 0 0 4h2a2 2 0 1 1 0 4h-2a2 2 0 0 1-1.8-1M12 6v10')
export const IconRefresh = drawn('M20 11a8.1 8.1 0 0 0-15.5-2m-.5-4v4h4M4 13a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4')
export const IconReportAnalytics = drawn('M9 5h-2a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-12a2 2 0 0 0-2-2h-2M9 5a2 2 0 0 1 2-2h2a2 2 0 0 1 2 2a2 2 0 0 1-2 2h-2a2 2 0 0 1-2-2M9 17v-5M12 17v-1M15 17v-3')
export const IconReportMoney = drawn('M9 5h-2a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-12a2 2 0 0 0-2-2h-2M9 5a2 2 0 0 1 2-2h2a2 2 0 0 1 2 2a2 2 0 0 1-2 2h-2a2 2 0 0 1-2-2M14 11h-2.5a1.5 1.5 0 0 0 0 3h1a1.5 1.5 0 0 1 0 3h-2.5M12 17v1m0-8v1')
export const IconRotate = drawn('M19.95 11a8 8 0 1 0-.5 4m.5 5v-5h-5')
export const IconSearch = drawn('M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M21 21l-6-6')
export const IconSettings = drawn('M10.325 4.317c.426-1.756 2.924-1.756 3.35 0a1.724 1.724 0 0 0 2.573 1.066c1.543-.94 3.31 .826 2.37 2.37a1.724 1.724 0 0 0 1.065 2.572c1.756 .426 1.756 2.924 0 3.35a1.724 1.724 0 0 0-1.066 2.573c.94 1.543-.826 3.31-2.37 2.37a1.724 1.724 0 0 0-2.572 1.065c-.426 1.756-2.924 1.756-3.35 0a1.724 1.724 0 0 0-2.573-1.066c-1.543 .94-3.31-.826-2.37-2.37a1.724 1.724 0 0 0-1.065-2.572c-1.756-.426-1.756-2.924 0-3.35a1.724 1.724 0 0 0 1.066-2.573c-.94-1.543 .826-3.31 2.37-2.37c1 .608 2.296 .07 2.572-1.065M9 12a3 3 0 1 0 6 0a3 3 0 0 0-6 0')
export const IconShoppingCart = drawn('M4 19a2 2 0 1 0 4 0a2 2 0 1 0-4 0M15 19a2 2 0 1 0 4 0a2 2 0 1 0-4 0M17 17h-11v-14h-2M6 5l14 1l-1 7h-13')
export const IconSparkles = drawn('M16 18a2 2 0 0 1 2 2a2 2 0 0 1 2-2a2 2 0 0 1-2-2a2 2 0 0 1-2 2m0-12a2 2 0 0 1 2 2a2 2 0 0 1 2-2a2 2 0 0 1-2-2a2 2 0 0 1-2 2m-7 12a6 6 0 0 1 6-6a6 6 0 0 1-6-6a6 6 0 0 1-6 6a6 6 0 0 1 6 6')
export const IconStar = drawn('M12 17.75l-6.172 3.245l1.179-6.873l-5-4.867l6.9-1l3.086-6.253l3.086 6.253l6.9 1l-5 4.867l1.179 6.873l-6.158-3.245')
export const IconSun = drawn('M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M3 12h1m8-9v1m8 8h1m-9 8v1m-6.4-15.4l.7 .7m12.1-.7l-.7 .7m0 11.4l.7 .7m-12.1-.7l-.7 .7')
export const IconSunMoon = drawn('M9.173 14.83a4 4 0 1 1 5.657-5.657M11.294 12.707l.174 .247a7.5 7.5 0 0 0 8.845 2.492a9 9 0 0 1-14.671 2.914M3 12h1M12 3v1M5.6 5.6l.7 .7M3 21l18-18')
export const IconTable = drawn('M3 5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14M3 10h18M10 3v18')
export const IconTicket = drawn('M15 5l0 2M15 11l0 2M15 17l0 2M5 5h14a2 2 0 0 1 2 2v3a2 2 0 0 0 0 4v3a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-3a2 2 0 0 0 0-4v-3a2 2 0 0 1 2-2')
export const IconTrash = drawn('M4 7l16 0M10 11l0 6M14 11l0 6M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2l1-12M9 7v-3a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v3')
export const IconTrashOff = drawn('M3 3l18 18M4 7h3m4 0h9M10 11l0 6M14 14l0 3M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2l.077-.923M18.384 14.373l.616-7.373M9 5v-1a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v3')
export const IconTruck = drawn('M5 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0M15 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0M5 17h-2v-11a1 1 0 0 1 1-1h9v12m-4 0h6m4 0h2v-6h-8m0-5h5l3 5')
export const IconTruckDelivery = drawn('M5 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0M15 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0M5 17h-2v-4m-1-8h11v12m-4 0h6m4 0h2v-6h-8m0-5h5l3 5M3 9l4 0')
export const IconUpload = drawn('M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 9l5-5l5 5M12 4l0 12')
export const IconUser = drawn('M8 7a4 4 0 1 0 8 0a4 4 0 0 0-8 0M6 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2')
export const IconUserCircle = drawn('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 10a3 3 0 1 0 6 0a3 3 0 1 0-6 0M6.168 18.849a4 4 0 0 1 3.832-2.849h4a4 4 0 0 1 3.834 2.855')
export const IconUserCog = drawn('M8 7a4 4 0 1 0 8 0a4 4 0 0 0-8 0M6 21v-2a4 4 0 0 1 4-4h2.5M17.001 19a2 2 0 1 0 4 0a2 2 0 1 0-4 0M19.001 15.5v1.5M19.001 21v1.5M22.032 17.25l-1.299 .75M17.27 20l-1.3 .75M15.97 17.25l1.3 .75M20.733 20l1.3 .75')
export const IconUserOff = drawn('M8.18 8.189a4.01 4.01 0 0 0 2.616 2.627m3.507-.545a4 4 0 1 0-5.59-5.552M6 21v-2a4 4 0 0 1 4-4h4c.412 0 .81 .062 1.183 .178m2.633 2.618c.12 .38 .184 .785 .184 1.204v2M3 3l18 18')
export const IconUserPlus = drawn('M8 7a4 4 0 1 0 8 0a4 4 0 0 0-8 0M16 19h6M19 16v6M6 21v-2a4 4 0 0 1 4-4h4')
export const IconUserSquare = drawn('M9 10a3 3 0 1 0 6 0a3 3 0 0 0-6 0M6 21v-1a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v1M3 5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14')
export const IconUsers = drawn('M5 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0M3 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2M16 3.13a4 4 0 0 1 0 7.75M21 21v-2a4 4 0 0 0-3-3.85')
export const IconX = drawn('M18 6l-12 12M6 6l12 12')
