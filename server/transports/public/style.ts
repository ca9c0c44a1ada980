/** The style of public pages: the panel's colours, paper and plate, in few bytes and without a file. */
export const STYLE = `:root{color-scheme:light dark;--bg:light-dark(#f4f6f8,#0f1317);--fg:light-dark(#12181f,#eef1f4);--card:light-dark(#fff,#171c22);--muted:light-dark(#55606d,#a4afbb);--line:light-dark(#d5dbe2,#2d353e);--edge:light-dark(#7b8692,#76828f);--link:light-dark(#1b55c4,#7faeff);--on-link:light-dark(#fff,#0b1626);--ink:light-dark(#12181f,#0b0e12)}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/24px 'Servis Sans',system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
a{color:var(--link)}
:focus-visible{outline:2px solid light-dark(#1b55c4,#7faeff);outline-offset:2px}
header{background:var(--ink);color:#f6f7f9;border-bottom:1px solid var(--line)}
header>div,main,footer{max-width:720px;margin:0 auto;padding:0 16px}
header>div{display:flex;align-items:center;gap:12px;min-height:60px;padding-top:8px;padding-bottom:8px}
header p{margin:0;font-weight:600;flex:1;min-width:0}
header a{display:inline-flex;align-items:center;gap:8px;flex:none;min-height:44px;padding:0 14px;border:1px solid #76828f;border-radius:8px;color:#f6f7f9;text-decoration:none;font-weight:500;white-space:nowrap}
header a:focus-visible{outline-color:#7faeff}
main{padding-top:24px;padding-bottom:8px}
h1{font-size:20px;line-height:28px;margin:14px 0 0}
.about{margin:2px 0 20px;color:var(--muted)}
.plate{display:inline-flex;max-width:100%;border:2px solid #0b0e12;border-radius:6px;background:#fff;color:#0b0e12;font-weight:600;font-size:30px;line-height:36px;letter-spacing:.02em;box-shadow:0 0 0 1px light-dark(transparent,#fff);overflow:hidden}
.plate span{padding:4px 14px}
.plate i{display:flex;align-items:end;padding:0 5px 3px;background:#12409a;color:#fff;font-size:12px;line-height:14px;font-style:normal}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;overflow:hidden}
h2{font-size:17px;line-height:24px;margin:0;padding:12px 16px;border-bottom:1px solid var(--line)}
ul{list-style:none;margin:0;padding:0}
li{display:flex;justify-content:space-between;align-items:start;gap:16px;padding:12px 16px;border-bottom:1px solid var(--line)}
li b{font-weight:500;display:block}
li small{display:block;color:var(--muted);font-size:14px;line-height:20px}
.amount{flex:none;white-space:nowrap;font-weight:600;text-align:right}
.amount small{font-weight:400}
.card+.card{margin-top:16px}
h2 small{float:right;font-size:14px;font-weight:400;color:var(--muted)}
main>.note{padding-top:12px}
.none{margin:0;padding:12px 16px 0;color:var(--muted)}
dl{display:grid;grid-template-columns:1fr auto;row-gap:6px;margin:0;padding:14px 16px}
dt{text-align:right;color:var(--muted)}
dd{margin:0;padding-left:20px;text-align:right;white-space:nowrap}
.total{border-top:1px solid var(--edge);padding-top:8px;margin-top:2px;font-size:19px;font-weight:600;color:var(--fg)}
.note{margin:0;padding:0 16px 14px;text-align:right;color:var(--muted);font-size:14px;line-height:20px}
.pdf{display:flex;align-items:center;justify-content:center;min-height:48px;margin:16px 0;border-radius:8px;background:var(--link);color:var(--on-link);text-decoration:none;font-weight:600}
footer{padding-bottom:32px;color:var(--muted);font-size:14px;line-height:20px}
footer p{margin:0 0 8px}
form,form .card+.card{margin-top:16px}
form{margin-top:0}
h2 small{float:none;display:block}
.card h2>small{font-size:14px;line-height:20px}
.choice{padding:0}
.choice label{display:grid;grid-template-columns:24px 1fr auto;gap:12px;align-items:center;flex:1;min-height:56px;padding:10px 16px;cursor:pointer}
input[type=checkbox]{width:24px;height:24px;margin:0;accent-color:var(--link)}
.choice:has(input:not(:checked)) :is(b,.amount){color:var(--muted);text-decoration:line-through}
.answer{padding-bottom:16px}
.answer+*{margin-top:16px}
.answer>:not(h2,ul){margin:12px 16px 0}
.answer>ul{margin-top:12px;border-top:1px solid var(--line)}
.chosen{display:flex;justify-content:space-between;align-items:baseline;gap:16px}
.chosen b{font-size:24px;line-height:32px;white-space:nowrap}
.later{display:none;font-weight:500}
form:has(input:default:not(:checked),input:checked:not(:default)) .later{display:block}
form:has(input:default:not(:checked),input:checked:not(:default)) :is(.chosen,dl){color:var(--muted);text-decoration:line-through}
.field{display:block;font-weight:500}
.field input{display:block;width:100%;min-height:48px;margin-top:4px;padding:0 12px;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:var(--fg);font:inherit}
button{display:block;width:calc(100% - 32px);min-height:48px;padding:0 16px;border:1px solid var(--edge);border-radius:8px;background:none;color:var(--fg);font:inherit;font-weight:600;cursor:pointer}
.yes{border-color:var(--link);background:var(--link);color:var(--on-link)}
.small{color:var(--muted);font-size:14px;line-height:20px}
.problem,.notice{padding:10px 14px;border:1px solid var(--edge);border-left-width:4px;border-radius:8px;font-weight:500}
.notice{margin:0 0 16px;background:var(--card)}
.gone{padding:64px 0;text-align:center}
form~.pdf,.answer~.pdf{border:1px solid var(--edge);background:none;color:var(--fg)}
@media(min-width:560px){.pdf{display:inline-flex;padding:0 28px}}
@media print{header,.pdf,footer a{display:none}body{background:#fff;color:#000}}`
