{
  let held = null;
  try {
    held = localStorage.getItem('preferredTheme');
  } catch {
    // Storage is refused: the system's preference stands.
  }
  const dark = held === 'dark' || (held !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}
