import { createTheme, type MantineColorsTuple } from '@mantine/core'

const brand: MantineColorsTuple = ['#eaf7f4', '#d6ede8', '#aedccf', '#82c9b8', '#5cb8a3', '#2f9c86', '#1a8073', '#12705f', '#0d5a4c', '#08443a']
const gray: MantineColorsTuple = ['#f7f8fa', '#eff1f4', '#e5e8ed', '#d3d8e0', '#b4bbc7', '#8a93a2', '#626b79', '#474f5c', '#2f3640', '#1c222b']
// White text is readable on shades 6 (dark) and 7 (light): the library's red is too bright for that.
const red: MantineColorsTuple = ['#fdeeee', '#fbdada', '#f5b5b5', '#f09191', '#ea6f6f', '#e05252', '#d63a3a', '#c22f2f', '#a32626', '#7f1d1d']
const dark: MantineColorsTuple = ['#e3e6eb', '#c2c8d1', '#99a2b0', '#737d8c', '#4a525f', '#363d48', '#2a3039', '#191d24', '#13161b', '#0d0f13']

/** Plain defaultProps only: extend() of a component would add every component to the entry bundle. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  colors: { brand, gray, red, dark },
  black: '#1c222b',
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  headings: { fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif", fontWeight: '650' },
  defaultRadius: 8,
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    Modal: {
      defaultProps: {
        centered: false,
        radius: 12,
        yOffset: '8vh',
        overlayProps: { backgroundOpacity: 0.35 },
        transitionProps: { duration: 120 },
      },
    },
    // Menus and dialogs are rendered in their own landmark.
    Portal: { defaultProps: { target: '#over' } },
    // Without the placeholder, the first menu item gets the focus.
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', transitionProps: { duration: 80 }, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    // The list itself scrolls: a scroll area around it could not be focused.
    Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right', withScrollArea: false, classNames: { options: 'choices' } } },
    MultiSelect: { defaultProps: { withScrollArea: false, classNames: { options: 'choices' } } },
  },
})
