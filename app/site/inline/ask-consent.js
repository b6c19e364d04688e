// Runs in the head of every page: the bar that asks for consent is part of the page and is seen from the first frame, or
// not at all. Decides as app/consent/choice.ts does. Where nothing can be stored nobody is asked: the answer would be lost.
(() => {
  try {
    if (navigator.globalPrivacyControl || navigator.doNotTrack === '1') return;
    const text = localStorage.getItem('writing-ant:consent');
    let kept;
    try {
      kept = JSON.parse(text);
    } catch {}
    const { record, until } = kept ?? {};
    const counts =
      until > new Date().toISOString() &&
      record?.optionVersion === document.currentScript.dataset.options &&
      /^(banner|settings)$/.test(record.method);
    if (!counts) document.documentElement.dataset.consent = 'ask';
  } catch {}
})();
