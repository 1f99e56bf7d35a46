@echo off
chcp 65001 > nul
set "INIT_CWD=%CD%"
cd /d "%~dp0"
where node > nul 2> nul || (echo Torniquete necesita Node 20.19 o más nuevo: https://nodejs.org & pause & exit /b 1)
node scripts\start.mjs %*
if errorlevel 1 pause
