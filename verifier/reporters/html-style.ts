/** The report's only style sheet. Follows the reader's light or dark scheme and supports printing. */
export const STYLE = `:root{color-scheme:light dark;--bad:#b3261e;--open:#8a5a00;--good:#1b6e3c;--quiet:#5f6770;--line:#d5d9de;--page:#f6f7f9;--card:#fff;--text:#1c2126;--code:#f1f3f5}
@media (prefers-color-scheme:dark){:root{--bad:#ff8a80;--open:#ffc266;--good:#7fd49b;--quiet:#9aa4af;--line:#343b43;--page:#14181c;--card:#1c2126;--text:#e6e9ec;--code:#12161a}}
*{box-sizing:border-box}
body{font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--text);background:var(--page);margin:0}
main{max-width:64rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1rem;font-weight:600;color:var(--quiet);margin:0}
h2{font-size:1.15rem;margin:2.5rem 0 .75rem}
.headline{font-size:1.9rem;line-height:1.2;font-weight:700;margin:.25rem 0 1rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem;margin:1rem 0}
.tile{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.7rem .9rem}
.tile b{display:block;font-size:1.7rem;line-height:1.2}
.tile span{color:var(--quiet)}
a.tile{text-decoration:none}a.tile:hover{border-color:currentColor}
.find{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;margin:1.2rem 0 0}
.wide{overflow-x:auto}.access th[scope=row]{font-weight:400;color:var(--text);min-width:14rem}.access td{white-space:nowrap}
[hidden]{display:none!important}
input,button,select{font:inherit;color:inherit;background:var(--card);border:1px solid var(--quiet);border-radius:8px;padding:.35rem .7rem}
label{flex:1;display:flex;gap:.6rem;align-items:center;min-width:14rem}input{flex:1;min-width:0}button{float:right;font-size:.8rem;margin:.3rem;cursor:pointer}
.bar{display:flex;height:.6rem;border-radius:.3rem;overflow:hidden;background:var(--line)}
.bar i{display:block}
.bar .passed{background:var(--good)}.bar .decisive,.bar .broken{background:var(--bad)}.bar .inconclusive{background:var(--open)}.bar .skipped,.bar .observed{background:var(--quiet)}
.facts{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;color:var(--quiet);font-size:.87rem;margin:1rem 0 0;padding:0;list-style:none;overflow-wrap:anywhere}
.note{border-left:4px solid var(--open);padding:.5rem .9rem;background:var(--card);margin:1rem 0}
.card{background:var(--card);border:1px solid var(--line);border-left:5px solid var(--quiet);border-radius:10px;padding:1rem 1.1rem;margin:.9rem 0}
.card.decisive,.card.broken{border-left-color:var(--bad)}.card.inconclusive{border-left-color:var(--open)}
.card h3{font-size:1.02rem;margin:0 0 .3rem;overflow-wrap:anywhere}
.why{font-size:1.05rem;margin:.2rem 0 .7rem;overflow-wrap:anywhere}
.chips{display:flex;flex-wrap:wrap;gap:.35rem;align-items:baseline;margin:.5rem 0}
.code{font-size:.72rem;color:var(--quiet);overflow-wrap:anywhere}
.chip{font-size:.78rem;border:1px solid var(--line);border-radius:1rem;padding:.05rem .6rem;overflow-wrap:anywhere}
.chip.decisive,.chip.broken{color:var(--bad);border-color:currentColor;font-weight:600}.chip.inconclusive{color:var(--open);border-color:currentColor;font-weight:600}
h4{font-size:.8rem;letter-spacing:.04em;text-transform:uppercase;color:var(--quiet);margin:1rem 0 .35rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
th{color:var(--quiet);font-weight:500}
th:first-child,td:first-child{min-width:5.5rem}
.outcome,.count,.glance th{white-space:nowrap;overflow-wrap:normal}
code,pre{font:.84rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
pre{background:var(--code);border:1px solid var(--line);border-radius:8px;padding:.7rem .8rem;margin:.3rem 0;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;max-height:24rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}
.pair>*{min-width:0}
@media (max-width:46rem){.pair{grid-template-columns:1fr}.headline{font-size:1.5rem}
.access th[scope=row]{min-width:9rem}
.glance thead,.stacked thead{position:absolute;clip-path:inset(50%)}.glance tr,.stacked tr{display:block;border-bottom:1px solid var(--line);padding:.4rem 0}.glance td,.stacked td{display:block;border:0;padding:.1rem 0}.stacked td:first-child{color:var(--quiet)}}
details{margin:.3rem 0}
a{color:inherit}
:target{outline:2px solid var(--open)}
summary{cursor:pointer;overflow-wrap:anywhere}
.steps{list-style:none;margin:0;padding:0}
.steps>li{overflow-wrap:anywhere;border-bottom:1px solid var(--line);padding:.25rem 0}
.passed{color:var(--good)}.decisive,.broken{color:var(--bad)}.inconclusive{color:var(--open)}.skipped,.observed,.quiet{color:var(--quiet)}
.card,.tile{color:var(--text)}
.badge{display:inline-block;min-width:5.5rem;font-weight:600;font-size:.87rem}
footer{color:var(--quiet);font-size:.85rem;margin-top:3rem}
@media print{body{background:none}.card{break-inside:avoid}pre{max-height:none}}`;
