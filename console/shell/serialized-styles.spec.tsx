import IconButton from '@mui/material/IconButton';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { extendTheme } from './form/form-theme.tsx';
import { plainStyles, withSerializedStyles } from './serialized-styles.ts';

const components = {
  MuiIconButton: {
    styleOverrides: { root: { width: 32, '&:hover': { color: 'red' } }, sizeSmall: { width: 28 } },
    variants: [{ props: { color: 'primary' as const }, style: { height: 50 } }],
  },
};
const theme = withSerializedStyles(createTheme({ components }));

test('a button has the styles of the theme, its size and its variant', () => {
  render(
    <ThemeProvider theme={theme}>
      <IconButton aria-label="usual" />
      <IconButton aria-label="other" size="small" color="primary" />
    </ThemeProvider>,
  );
  const [usual, other] = ['usual', 'other'].map((name) => getComputedStyle(screen.getByLabelText(name)));
  expect([usual?.width, usual?.height]).toEqual(['32px', '']);
  expect([other?.width, other?.height]).toEqual(['28px', '50px']);
});

test('what is added to a theme is added to the styles as they were written', () => {
  expect(plainStyles(theme)).toEqual(components);
  const more = { MuiIconButton: { styleOverrides: { root: { '&:hover': { color: 'blue' } } } } };
  const extended = extendTheme(extendTheme(theme, {}), more);
  const root = { width: 32, '&:hover': { color: 'blue' } };
  expect(plainStyles(extended).MuiIconButton?.styleOverrides?.root).toEqual(root);
  expect(extended.components?.MuiIconButton?.styleOverrides?.root).toMatchObject({
    styles: 'width:32px;&:hover{color:blue;}',
  });
});
